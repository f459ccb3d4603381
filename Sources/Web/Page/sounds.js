/** The sounds and options that `alertsound preview` wrote into the page; null if the page isn't a preview. */
export function previewed() {
  return JSON.parse(document.getElementById('preview').textContent);
}

/** Decompresses one of the sounds, in a worker. */
export async function unpacked({ name, file, frames, converted, error }, { isComplete }, jobs) {
  const [original, data, copy] = await jobs.unpack([file, frames?.data, converted?.file]);
  return {
    sound: {
      name,
      folder: '',
      file: original?.file ?? new Blob(),
      frames: frames && { blob: data.file, type: frames.type, rate: frames.rate, channels: frames.channels },
    },
    converted: converted && { ...converted, isComplete, ...copy },
    error,
  };
}
