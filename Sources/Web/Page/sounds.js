/** Sounds that `alertsound preview` wrote into the page. */
export function embeddedSounds() {
  return JSON.parse(document.getElementById('sounds').textContent);
}

/** Unpacks one of them, in a worker. */
export async function unpacked(entry, jobs) {
  const { frames, converted } = entry;
  const [file, data, copy] = await jobs.unpack([entry.file, frames?.data, converted?.file]);
  return {
    sound: {
      name: entry.name,
      folder: '',
      file: new Blob([file ?? '']),
      frames: frames && { blob: new Blob([data]), type: frames.type, rate: frames.rate, channels: frames.channels },
    },
    converted: converted && { ...converted, file: new Blob([copy ?? '']) },
    error: entry.error,
  };
}
