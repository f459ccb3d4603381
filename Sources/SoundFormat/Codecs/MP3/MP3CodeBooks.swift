/// The Huffman codes of a spectrum's lines.
///
/// Source: ISO/IEC 11172-3, table B.7, as three decoders have it.
struct MP3CodeBooks: Sendable {
  /// Where a book's first table is, and how many bits select an entry of this table.
  struct Book: Sendable {
    var start = 0
    var width: UInt64 = 1
    /// How many bits follow a code for each magnitude of 15 in the code's symbol.
    var extensionBitCount: UInt64 = 0
  }

  /// An entry of a table: the end of a code, or another table.
  struct Entry: Sendable {
    private let bits: UInt16

    /// The end of a code. The symbol has two lines' magnitudes or, in its lower four bits, four lines' magnitudes.
    init(symbol: UInt8, length: Int) { bits = UInt16(length) << 8 | UInt16(symbol) }
    /// A table of `1 << width` entries.
    init(table: Int, width: Int) { bits = 0x8000 | UInt16(width) << 12 | UInt16(table) }

    @inline(__always) var isTable: Bool { bits & 0x8000 != 0 }
    /// The index of the table's first entry, counted from the book's first entry.
    @inline(__always) var table: Int { Int(bits & 0xFFF) }
    @inline(__always) var width: UInt64 { UInt64(bits >> 12 & 7) }
    /// How many bits the code has in this table.
    @inline(__always) var length: UInt64 { UInt64(bits >> 8) }
    @inline(__always) var first: Int { Int(bits >> 4 & 15) }
    @inline(__always) var second: Int { Int(bits & 15) }
  }

  private(set) var entries = [Entry(symbol: 0, length: 0), Entry(symbol: 0, length: 0)]
  /// For each number that the side information states: its book. Books 0, 4 and 14 mean zeros.
  private(set) var pairs = [Book](repeating: Book(), count: 32)
  private(set) var quadruples: [Book] = []

  static let standard = MP3CodeBooks()

  private init() {
    let numbers = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 24]
    for (number, codes) in zip(numbers, Self.pairCodes) { pairs[number] = add(codes) }
    for (index, count) in [1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13].enumerated() {
      pairs[16 + index] = pairs[index < 8 ? 16 : 24]
      pairs[16 + index].extensionBitCount = UInt64(count)
    }
    quadruples = Self.quadrupleCodes.map { add($0) }
  }

  /// A code. Its bits, left-justified to the length of the longest code, are the number `start`.
  private struct Code {
    let symbol: UInt8
    let length: Int
    let start: Int
  }

  private static let longestCode = 19
  /// The most bits that select an entry: in a book's first table, and in its other tables.
  private static let widthLimits = (first: 7, other: 6)

  /// Adds a book. For each code, in ascending order, the text has a letter for the code's length (`g` is 1), and two
  /// digits for the symbol. The lengths determine the codes, because the books are complete.
  private mutating func add(_ text: String) -> Book {
    let characters = Array(text.utf8)
    func digit(_ index: Int) -> UInt8 {
      characters[index] < 0x61 ? characters[index] - 0x30 : characters[index] - 0x57
    }
    var codes: [Code] = []
    var end = 0
    for index in stride(from: 0, to: characters.count, by: 3) {
      let (length, symbol) = (Int(digit(index)) - 15, digit(index + 1) << 4 | digit(index + 2))
      codes.append(Code(symbol: symbol, length: length, start: end))
      end += 1 << (Self.longestCode - length)
    }
    let start = entries.count
    let width = addTable(of: codes[...], after: 0, limit: Self.widthLimits.first, bookStart: start)
    return Book(start: start, width: UInt64(width))
  }

  /// Adds the table for codes that have the same first bits, and returns how many bits select an entry.
  private mutating func addTable(
    of codes: ArraySlice<Code>, after bitCount: Int, limit: Int, bookStart: Int
  ) -> Int {
    let width = min(limit, (codes.map { $0.length }.max() ?? 0) - bitCount)
    let shift = Self.longestCode - bitCount - width
    let table = entries.count
    entries += Array(repeating: entries[0], count: 1 << width)
    var rest = codes
    while let code = rest.first {
      let prefix = code.start >> shift
      let index = table + prefix & (1 << width - 1)
      let length = code.length - bitCount
      if length <= width {
        for place in index..<index + 1 << (width - length) {
          entries[place] = Entry(symbol: code.symbol, length: length)
        }
        rest = rest.dropFirst()
      } else {
        let longer = rest.prefix { $0.start >> shift == prefix }
        let start = entries.count
        let other = addTable(
          of: longer, after: bitCount + width, limit: Self.widthLimits.other, bookStart: bookStart)
        entries[index] = Entry(table: start - bookStart, width: other)
        rest = rest.dropFirst(longer.count)
      }
    }
    return width
  }

  private static let pairCodes = [
    "i11i01h10g00",
    "l22l02k12k21k20i11i01i10g00",
    "l22l02k12k21k20i10h11h01h00",
    "n33n23m32l31m13m03m30m22l12l21l02l20i11i01i10g00",
    "m33m03l23l32l30k13k31k22k02j12j21j20i01h11i10i00",
    "p55p45p54p53o35o44o25o52n15n51o05o34n50o43o33n24n42m14m41m40n04n23n32n03m13m31m30m22l12k21l02l20j11i01i10g00",
    "q55q54p45o53p35p44o25o52o05n15n51o34o43o50o33n24n42n14m41n04n40n23n32n13n31n03n30l22l02l20j12j21h11i01i10h00",
    "o55o45n35n53o54o05n44n25n52n15m51m34m43n50n04m24m42m33m40l14l41l23l32k13k31l03l30k22k02j12j21j20i11i01i10i00",
    "q77q67q76q57q75q66p47p74p56p65p37p73p46q55q54p63o27o72p64p07o70o62p45p35o06p53p44n17n71o36o26p25p52o15o51p34p43n16n61n60o05o50o24o42o33o04n14n41n40n23n32n03m13m31m30m22l12l21l02l20j11i01i10g00",
    "p77p67p76p75p66p47p74q57q55p56p65o37o73o46p45p54p35p53n27n72o64o07m71n17n70n36n63n60o44o25o52o05n15m62n26n06m16m61n51n34n50o43o33n24n42n14n41n04n40m23m32l13l31m03m30l22k21j12k02k20i11i01i10h00",
    "p77p67o76o57o75o66o47o74o65n56n37o73o55n27n72n46n64n17n71o07o70n36n63n45n54n44o06o05m26m62m61n16n60n35n53n25n52m15m51m34m43n50n04m24m42m14l33l41l23l32m40m03l30k13k31k22j12j21k02k20j00i11i01i10",
    "yfeyfcxfdwedvffvefvdfveevcfvdevbfvfbvcevdcwafwe9uecuddvfavcdubeuebu9fuf9ueaubdudbu8fuf8uccvaev9eu8ev7fv7etf7tdauadubcucbuf6t6fte8t5ft9dtd9tf5te7tactbbt4ftf4ucaue6tf3s3ft8dtd8s2fsf2t6et9cs0ftc9t5esabt7dtd7s4etc8td6s3esb9t9btaar1frf1rf0sbase5se4s8cs6dse3re2s2es0er1ere1se0s5dsd5s7csc7s4ds8bsb8sd4s9asa9s6crc6r3dsd3s7br2drd2r1drb7s5csc5s99s7arc3sa7s97r4bqd1r0drd0r8ara8r4crc4r6brb6q3cq2cqc2q5brb5r89q1cqc1r98r0cqc0rb4r6ara6r79q3bqb3r88r5aq2bra5r69qa4r78r87q94r77r76pb2p1bpb1q0bqb0q96q4aq3aqa3q59q95p2apa2p1apa1q0aq68pa0q86q49p93q39q58q85q67p29p92q57q75p38p83q66q47q74q56q65q73o19o91p09p90p48p84p72q46q64o28o82o18p37p27o17o71p55p07p70p36p63p45p54p26p62p35n81o08o80o16o61o06o60p53p44o25o52o05n15n51o34o43o50o24o42o33n14m41n04n40n23n32m13m31m03m30m22l12l21l02l20j11j01i10g00",
    "sffsefsfesdfreesfdscfsfcsdesedsbfrfbscesecrddrafrfarberebrcdrdcr9frf9rearbdrdbr8frf8rccr9ere9r7frf7radrdarbcr6fsaes0fqcbqf6r8ere8r5fr9dqf5q7eqe7qacqcaqbbrd9r8dq4fqf4q3fqf3qd8qe6q2fqf2r6erf0q1fqf1q9cqc9q5eqabqbaqe5q7dqd7q4eqe4q8cqc8q3eq6dqd6qe3q9bqb9q2eqaaqe2q1eqe1r0ere0q5dqd5q7cqc7q4dq8bpd4qb8q9aqa9q6cqc6q3dpd3pd2q2dq0dp1dp7bpb7pd1q5cqd0pc5p8apa8p4cpc4p6bpb6q99q0cp3cpc3p7apa7pa6qc0q0boc2p2cp5bpb5p1cp89p98pc1p4bpb4p6ap3bp79ob3p97p88p2bp5aob2pa5p1bob1pb0p69p96p4apa4p78p87p3aoa3o59o95o2aoa2o1aoa1p0apa0o68o86o49o94o39o93p77p09o58o85o29o67o76o92n91o19o90o48o84o57o75o38o83o66o47n28n82n18n81o74o08o80o56o65o37o73o46n27n72n64n17n55n71o07o70n36n63n45n54n26n62n16o06o60n35m61n53n44m25m52m15m51n05n50m34m43m24m42m33l41m14m04l23l32m40m03l13l31l30k22k12k21k02k20i11j01j10i00",
    "qefqfeqdfqfdqcfqfcqbfqfbpafqfaq9fqf9qf8p8fp7fpf7p6fpf6nffp5fpf5o4fof4of3of0p3fvcewecwddudeue9veavd9teeueduebtbetcdudcudbtaetccuadudau7euactcauc9u7dt5esbdnf2o2fo0fn1fnf1s9etbctcbt8ete8t9dte7tbbt8dtd8t6ese6s9ctabtbate5td7s4ete4t8csc8s3es6dtd6t9btb9taase1sd4tb8ta9s7btb7td0re3s0ese0s5dsd5s7csc7s4ds8bs9as6csc6s3ds5csc5r0ds8asa8s99s4csb6s7ar3cs5bs89r1crc0s98s79qe2r2er1erd3r2drd2rd1r3bs97s88q1drc4r6brc3ra7q2crc2rb5rc1r0cr4brb4r6ara6qb3r5ara5q2bqb2q1bqb1r0brb0r69r96r4ara4r78r87qa3r3ar59q2ar95r68qa1r86r77q94r49r57q67pa2p1aq0aqa0q39q93q58q85p29p92q76q09p19p91q90q48q84q75q38q83q66q28p82q47q74p18p81p80q08q56p37p73q65q46p27p72q64q55p07o17o71p70p36p63p45p54p26o62o16o61p06p60o53p35p44o25o52n51o15o05o34o43o50o24o42o33n14n41o04o40n23n32m13m31n03n30m22l12l21l02l20j11j01i10g00",
    "nefnfendfnfdncfnfcnbfnfbmfanafn9fmf9mf8n8fn7fmf7m6fmf6m5fmf5m4fmf4m3fmf3m2fmf2mf1n1fnf0o0fqeeqdeqedqceqecqddqbeqebqcdqdcqaeqeaqbdqdbqccq9eqe9qadqdaqbcqcbq8eqe8q9dqd9q7eqe7qacjffqcaqbbq8dqd8r0ere0q0dpe6q6eq9cpc9p5epbape5qabq7dpd7pe4p8cpc8q4eq2ep3ep6dpd6pe3p9bpb9paape2p1epe1p5dpd5p7cpc7p4dp8bpb8pd4p9apa9p6cpc6p3dpd3p2dpd2p1dp7bpb7pd1p5cpc5p8apa8p99p4cpc4p6bpb6qd0q0cp3cpc3p7apa7p2cpc2p5bpb5p1cp89p98pc1p4bqc0q0bp3bqb0q0ap1aob4p6apa6p79p97qa0q09p90ob3o88p2bp5aob2pa5p1bpb1p69o96oa4p4ap78o87o3aoa3o59o95o2aoa2oa1o68o86o77o49o94o39o93o58o85o29o67o76o92o19o91o48o84o57o75o38o83o66o28o82o18o47o74o81p08p80o56o65o17p07p70n73o37o27n72n46n64n55n71n36n63n45n54n26n62n16n61o06o60n35n53n44n25n52n15o05o50m51n34n43m24m42m33m14m41n04n40m23m32l13l31m03m30l22k12k21l02l20j11j01j10j00",
  ]

  private static let quadrupleCodes = [
    "l0bl0fl0dl0el07l05k09k06k03k0ak0cj02j01j04j08g00",
    "j0fj0ej0dj0cj0bj0aj09j08j07j06j05j04j03j02j01j00",
  ]
}
