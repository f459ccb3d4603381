/** What `alertsound preview` wrote into the page: sounds and how they were converted; null for none. */
export function previewed() {
  return JSON.parse(document.getElementById('preview').textContent);
}

/** Unpacks one of the sounds, in a worker. */
export async function unpacked({ name, file, frames, converted, error }, { isComplete }, jobs) {
  const [original, data, copy] = await jobs.unpack([file, frames?.data, converted?.file]);
  return {
    sound: {
      name,
      folder: '',
      file: new Blob([original ?? '']),
      frames: frames && { blob: new Blob([data]), type: frames.type, rate: frames.rate, channels: frames.channels },
    },
    converted: converted && { ...converted, isComplete, file: new Blob([copy ?? '']) },
    error,
  };
}
