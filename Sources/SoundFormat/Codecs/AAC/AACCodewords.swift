/// The Huffman codebooks of AAC.
///
/// If a codebook's codewords are sorted as strings of bits, longer codewords come after shorter codewords. So the
/// number of codewords of each length, and the symbols in the order of the codewords, determine the codebook. Each
/// symbol is two letters; `a` stands for 0. In the codebook of scale factors, the letters are the digits of a number to
/// the base 11. In the codebooks 1 to 4 of the spectrum, a letter is two coefficients, as digits to the base 3. In the
/// codebooks 5 to 11, a letter is one coefficient. If coefficients are signed, the digit 0 is the lowest coefficient.
///
/// Source: ISO/IEC 14496-3, tables 4.A.1 to 4.A.12.
enum AACCodewords {
  typealias Row = (counts: [UInt8], symbols: String)

  /// For scale factors, then for each codebook of the spectrum: how many codewords have each length, and the symbols.
  static let rows: [Row] = [
    (
      [1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46],
      """
      fffefgfdfhfcfifbfjfafkgaekgbejgceigdehgeegefgfggeeghedgiecgkgjhahbebdkeahcdjdihddhhe\
      dghfdfhgdedchidadddbhhckhkibcicjhjchcecfcgcciacdcacbicbkbiadabacaaikjajbjcjdkhijidie\
      ifigihiijfkbkckdkekfkgkajgjhjijjjkkiagaiajakafjekkkjaeahbebfbhbjbgbabbbdbc
      """
    ),
    (
      [1, 0, 0, 0, 8, 0, 24, 0, 24, 8, 16],
      """
      eehebeedfeefebehdegeceecfbdhegieeaaedbhbfdbheihhdffhffbbhfbdhdbfddibcbghfgfcdidggbhc\
      fachbgahdcgfgdcdabdafihgifcfihafbaidhabcadbihiggcccggciiaiiaagaaicgicicaacgaig
      """
    ),
    (
      [0, 0, 1, 1, 7, 24, 15, 19, 14],
      """
      eehebeefebeddeehfedhcefbegfdecbdgehbaeeahhhfdfbhffdbbfddbbiefheihdfchccbdgghidhichdc\
      ihbgabbcgbibgfcdahbiafaddahghafaficfbafggddiifggccgcaacgciiiaggicaaiiagaacicig
      """
    ),
    (
      [1, 0, 0, 4, 2, 6, 3, 5, 15, 15, 8, 9, 3, 3, 5, 2],
      """
      aadaabbaadeaaebdbbddbedbedeedeebgaacafhafdahbhfabfhdagcdbgcabcgdfeceegehfbdgdhcbheef\
      hbdfaibiidfgdcgbchiafhecgeeiiecgcfdiibhgigciihhhffficcggfcghhfhciiifhigfgcicgi
      """
    ),
    (
      [0, 0, 0, 10, 6, 0, 9, 21, 8, 14, 11, 2],
      """
      eebeebeddedaeaaaaedddbbdabbbadbaheehfeefhdhbfdgebhbfegcedffbecdhhagdfagbbccdafbgcbdc\
      ahdggaaccaagfhiehheiffhffgidhgchbiibcfghdiihfcgfhcfihiifcgiaaiggccgciiciigicgi
      """
    ),
    (
      [1, 0, 0, 4, 4, 0, 4, 12, 12, 12, 18, 10, 4],
      """
      eedefeefedfddfddffceeggeeccdgfdcfgcfgddgfcbeheebehbdfhhfdbbfhdfbdhcgggccgcbchcchgbhg\
      ghbgcbeaaeifieadeiiddafidiaffahbbbbhciaciggagihhagcaichaabahhibiihibbaiaaiiiaa
      """
    ),
    (
      [0, 0, 0, 9, 0, 16, 13, 8, 23, 8, 4],
      """
      eefeedefdeffdffdddgdgfcfcdcedggefcfgecdceggccgccggbfhfhddhbdfhfbdbhebeebehhgbcchghhc\
      gbcbbghhhbbbbhfadaifafadfiiddieaagacgicaaeigicciiegaeibabihaibhiihahabiiaiaaia
      """
    ),
    (
      [1, 0, 2, 1, 0, 4, 5, 10, 14, 15, 8, 4],
      """
      aabaabbbcbbccaacdbbdccdaadcddcbeebbffbddceaeeaeccffcafgbfabgeddfdefdcggcbhdgaggaeehb\
      efhcfegdchhdgeffegdhhaahgffgheehfhhfhgggghhh
      """
    ),
    (
      [0, 0, 1, 5, 7, 10, 14, 15, 8, 4],
      """
      bbcbbabcabccaacaacdbbddccdddebbeeccedaadeddefcfbcfbffddfeefeaeefeacggcgbbgdggdfffage\
      afeghbhcchgfhdbhfgdhgghegaehaghfhgghfhhaahhh
      """
    ),
    (
      [1, 0, 2, 1, 0, 4, 3, 8, 11, 20, 31, 38, 32, 14, 4],
      """
      aabaabbbcbbccaacdbccbddaadcddcbeebcebfecddaeeafbcfbgdefcgbedafcgfabhdfbiibeefdgchbag\
      iccidgchefjbbjhcgafegdidahjcdiegdhaikbgecjffiahahdkcjdiebkhegffgeiehdjlbfijaifkdckaj\
      lcjeggmbejigbljfkefhhfclbmmclddkfjghihleakhgmdkakfekgicmjgjhellagjdlfkiihimfdmlfhhme\
      lgkgemhjflalmggkmakhfmhkjiamlhijjjkihlmhglillihmgmikkjimjkjljmklmjkkljmilkmkmlkmlllm\
      mm
      """
    ),
    (
      [0, 0, 0, 3, 8, 14, 17, 25, 31, 41, 22, 8],
      """
      bbbccbccbaabbddcdbcdddcaacceecbeebaaeddedaadeecffcbffbfddffeefgccggdeagbaebgdgffgeeg\
      gfhcdhchfgichdfahbafibbhidheehcigghfbidiieeifhiffihgghjcgagijddjjbcjagigjeejkcbjhhih\
      jfhikdfjkeckkbdkjggjiaekhalchjldkgbklbjhahiikfdlfkijlfaileclhkgkkhelblmcjimdlgflmelh\
      mfdmgljakikambajemjjmgcmikjkbmlimhhlfmgmkjilmiakhmlakkljlkallljlklmaimmjkmjmlmmlammk\
      mm
      """
    ),
    (
      [0, 0, 0, 2, 6, 7, 16, 59, 55, 95, 43, 6],
      """
      aabbqqbaabcbbcccbddbdccacdacddebbeecceeddedaadfbfccfeebffddffeefgccggbgddgbgeqdqqfqd\
      qegeqgeaegaecqfffqqhqcqichhcdhgffggqqkhdhbqjhqbqbhehqlheqmiqqbggjqcifhkqqnidicdifaqo\
      lqhfeighhgafieqpmqbiiboqfinqdjifhhcjigjcjdpqejgigajefjihhibjkdagkcjbjfekckjgdkgjkeii\
      kfjhldbkhakghjdlfkkbellcncgkndclqafllflejihkijaqenahdnlgnbnemdcnnfikglkikhocmeblemlb\
      dmbnmchldofmfnoeeolhodmfngmgialicmjjofgnkkpciljkogkjfoljobcogmbmniainhhmmhhnpdmbgocp\
      pfpebojlepohinnjimfpdpkllkmipgphiopbhojaajjnjmmjoiknojmkgphpjopilllobpkmkonlnklnlmip\
      olnmmnpjokkamljpakmmlamokpnnanompkpllponnaalnopmpnmpoaoonpmaopaoampopaappp
      """
    ),
  ]
}
