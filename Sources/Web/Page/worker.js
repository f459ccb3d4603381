import { Core, CoreError } from './calls.js';
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
  } catch (error) {
    // After a trap, the core's memory can't be trusted.
    const isBroken = !(error instanceof CoreError);
    postMessage({ error: error.message, advice: error.advice ?? null, isBroken });
  }
});
