import { Core, CoreError } from './calls.js';
import { tasks } from './tasks.js';

let core;
let job;
let lastReport = 0;

function report(fraction) {
  const now = performance.now();
  if (job == null || now - lastReport < 250) return;
  lastReport = now;
  postMessage({ id: job, progress: fraction });
}

addEventListener('message', async ({ data: { id, task, input, module } }) => {
  if (module) {
    core = Core.start(module, report);
    return;
  }
  job = id;
  try {
    const running = await core;
    const { result, transfer } = tasks[task](running, input, (progress) => postMessage({ id, progress }));
    postMessage({ id, result, memory: running.memoryByteCount }, transfer);
  } catch (error) {
    // After a trap, the core's memory can't be trusted.
    const isBroken = !(error instanceof CoreError);
    postMessage({ id, error: error.message, advice: error.advice ?? null, isBroken });
  }
  job = null;
});
