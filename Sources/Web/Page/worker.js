import { Core } from './calls.js';
import { report, tasks } from './tasks.js';

let core;
let lastProgress = 0;

function tell(progress) {
  postMessage({ progress });
}

function tellNowAndThen(fraction) {
  const now = performance.now();
  if (now - lastProgress < 250) return;
  lastProgress = now;
  tell(fraction);
}

addEventListener('message', async ({ data: { task, input, module } }) => {
  if (module) {
    core = Core.start(module, tellNowAndThen);
    return;
  }
  try {
    const running = await core;
    const { result, transfer } = tasks[task]?.(running, input, tell) ?? report(running, task, input);
    postMessage({ result, memory: running.memoryByteCount }, transfer);
  } catch ({ message, advice }) {
    // After a trap, which has no advice, the core's memory can't be trusted.
    postMessage({ error: message, advice: advice ?? null, isBroken: advice === undefined });
  }
});
