/** Makes an element. Children that aren't nodes become text. @returns {any} */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value != null && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child != null && child !== false));
  return made;
}

/** The element with a role in a template: its `data-part`. @returns {any} */
export function part(root, name) {
  return root.querySelector(`[data-part="${name}"]`);
}

/** How far a key moves a slider; undefined for other keys. */
export const stepOf = ({ key }, step) =>
  ({ ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step, PageUp: step * 5, PageDown: -step * 5 })[key];

export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns a function that has `act` called by `schedule`, once however often it is called before. */
export function later(schedule, act) {
  let isAwaited = false;
  return () => {
    if (isAwaited) return;
    isAwaited = true;
    schedule(() => {
      isAwaited = false;
      act();
    });
  };
}
