import { part } from './elements.js';

/** @typedef {import('./card.js').Card} Card */

/** The cards of the page. One at a time is open; sounds that need work come first. */
export class List {
  #element;
  /** The cards in the order in which they were added. @type {Card[]} */
  cards = [];
  // Where each card is: among those that need work, or below.
  #placed = new WeakMap();
  /** @type {WeakMap<Element, Card>} */
  #byElement = new WeakMap();
  // Whether the user did anything in the list.
  #isUsed = false;
  #isWide = matchMedia('(min-width: 900px)');
  #opened;

  /** @param {(card: Card|null) => void} opened is called when another card is open */
  constructor(element, opened) {
    this.#element = element;
    this.#opened = opened;
    element.addEventListener('keydown', (event) => this.#press(event));
    for (const type of ['keydown', 'click']) element.addEventListener(type, () => { this.#isUsed = true; });
  }

  get open() { return this.cards.find((card) => card.isOpen) ?? null; }

  add(card) {
    this.cards.push(card);
    this.#byElement.set(card.element, card);
    this.#element.append(card.element);
    card.addEventListener('open', () => {
      this.show(card === this.open && !this.#isWide.matches && this.cards.length > 1 ? null : card);
      if (card.isOpen && !this.#isWide.matches) card.element.scrollIntoView();
    });
    card.addEventListener('change', () => this.#place(card));
    if (this.cards.length === 2 && !this.#isWide.matches) this.show(null);
    this.#update();
  }

  /** Removes a card. The focus, which may be on its button, moves to the next card. */
  remove(card) {
    this.cards.splice(this.cards.indexOf(card), 1);
    const { nextElementSibling, previousElementSibling } = card.element;
    const next = /** @type {HTMLElement|null} */ (nextElementSibling ?? previousElementSibling);
    card.close();
    next?.focus();
    if (!this.open) this.show(this.#isWide.matches && this.#byElement.get(next) || null);
    this.#update();
  }

  clear() {
    this.#isUsed = false;
    for (const card of this.cards.splice(0)) card.close();
    this.show(null);
    this.#update();
  }

  /** Opens a card, and closes the one that was open. */
  show(card) {
    for (const each of this.cards) if (each.isOpen !== (each === card)) each.isOpen = each === card;
    this.#opened(card);
  }

  // A sound alone is open. The first stays open beside a list, and not above one.
  #update() {
    const count = this.cards.length;
    const shown = { 'has-sounds': count > 0, one: count === 1, many: count > 1 };
    for (const [name, isOn] of Object.entries(shown)) document.body.classList.toggle(name, isOn);
    // The name of a sound alone opens nothing.
    for (const { element } of this.cards) part(element, 'open').tabIndex = count === 1 ? -1 : 0;
    if (count === 1 && !this.open) this.show(this.cards[0]);
  }

  // Moves a card to its place, if it isn't there.
  #place(card) {
    const { element, needsWork, entry: { number } } = card;
    if (!element.isConnected || needsWork === this.#placed.get(card)) return;
    this.#placed.set(card, needsWork);
    this.#openProblem(card);
    if (element.contains(document.activeElement)) return; // moving it would lose the focus
    const next = [...this.#element.children].find((each) => {
      const other = this.#byElement.get(each);
      return other !== card && (needsWork && !other.needsWork || (needsWork === other.needsWork && number < other.entry.number));
    });
    if ((next ?? null) !== element.nextElementSibling) this.#element.insertBefore(element, next ?? null);
  }

  // Beside the list, the first sound that needs work is open, until the user chooses another one.
  #openProblem(card) {
    const { open } = this;
    if (this.#isUsed || !this.#isWide.matches || card.stage !== 'ready' || this.cards.length < 2) return;
    if (open?.stage === 'failed' || (card.needsWork && !open?.needsWork)) this.show(card);
  }

  // Space plays a row, and arrow keys play through the list.
  #press(event) {
    const { key, target } = event;
    const from = this.#byElement.get(target.closest('.card'));
    const isRow = target.dataset.part === 'open' || target === from?.element;
    if (!from || !isRow || event.altKey || event.ctrlKey || event.metaKey) return;
    const { element } = from;
    const to = { ArrowDown: element.nextElementSibling, ArrowUp: element.previousElementSibling, ' ': element }[key];
    if (to === undefined) return;
    event.preventDefault();
    if (!to) return;
    const wasPlaying = from.isPlaying;
    if (to !== element) part(to, 'open').focus();
    if (to === element || wasPlaying) this.#byElement.get(to).play();
  }
}
