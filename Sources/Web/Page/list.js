/** The cards of the page. One at a time is open; sounds that need work come first. */
export class List {
  #element;
  #cards = [];
  #count = 0;
  // Where each card is: among those that need work, or below.
  #placed = new WeakMap();
  #isWide = matchMedia('(min-width: 900px)');
  #opened;

  /** @param {(card: Card|null) => void} opened is called when another card is open */
  constructor(element, opened) {
    this.#element = element;
    this.#opened = opened;
    element.addEventListener('keydown', (event) => this.#press(event));
  }

  /** The cards in the order in which they were added. */
  get cards() { return this.#cards; }
  get open() { return this.#cards.find((card) => card.isOpen) ?? null; }

  add(card) {
    card.element.dataset.number = this.#count++;
    this.#cards.push(card);
    this.#element.append(card.element);
    card.addEventListener('open', () => this.show(card === this.open && !this.#isWide.matches && this.#cards.length > 1 ? null : card));
    card.addEventListener('change', () => this.#place(card));
    this.#update();
  }

  remove(card) {
    const index = this.#cards.indexOf(card);
    if (index < 0) return false; // all were removed
    const shown = this.#shown;
    const at = shown.indexOf(card);
    this.#cards.splice(index, 1);
    const next = shown[at + 1] ?? shown[at - 1];
    // Move the focus, which was on the removed card's button.
    next?.element.focus();
    if (!this.open) this.show(this.#isWide.matches && next || null);
    this.#update();
    return true;
  }

  clear() {
    for (const card of this.#cards.splice(0)) card.remove();
    this.show(null);
    this.#update();
  }

  /** Opens a card, and closes the one that was open. */
  show(card) {
    for (const each of this.#cards) if (each.isOpen !== (each === card)) each.isOpen = each === card;
    this.#opened(card);
  }

  // One sound is open, as is the first of many if there is room beside the list.
  #update() {
    const count = this.#cards.length;
    document.body.classList.toggle('has-sounds', count > 0);
    document.body.classList.toggle('one', count === 1);
    document.body.classList.toggle('many', count > 1);
    if (count === 1 && !this.open) this.show(this.#cards[0]);
    if (count === 2 && !this.#isWide.matches && this.#count === 2) this.show(null);
  }

  get #shown() { return [...this.#cards].sort((a, b) => b.needsWork - a.needsWork || a.element.dataset.number - b.element.dataset.number); }

  // Moves a card to its place, if it isn't there.
  #place(card) {
    if (card.needsWork === this.#placed.get(card)) return;
    this.#placed.set(card, card.needsWork);
    const shown = this.#shown;
    const next = shown[shown.indexOf(card) + 1]?.element ?? null;
    if (!this.#cards.includes(card) || card.element.nextElementSibling === next) return;
    if (card.element.contains(document.activeElement)) return; // moving it would lose the focus
    this.#element.insertBefore(card.element, next);
  }

  // Space plays a row, and arrow keys play through the list.
  #press(event) {
    const { key, target } = event;
    const from = this.#cards.find((card) => card.element.contains(target));
    const isRow = target.dataset.part === 'open' || target === from?.element;
    if (!from || !isRow || event.altKey || event.ctrlKey || event.metaKey) return;
    const shown = this.#shown;
    const to = { ArrowDown: 1, ArrowUp: -1, ' ': 0 }[key];
    if (to == null) return;
    event.preventDefault();
    const card = shown[shown.indexOf(from) + to];
    if (!card) return;
    const wasPlaying = from.isPlaying;
    if (to !== 0) card.element.querySelector('[data-part=open]').focus();
    if (to === 0 || wasPlaying) card.play();
  }
}
