// What the compiler's own declarations lack.

declare module '*.mp3' {
  const bytes: Uint8Array;
  export default bytes;
}
declare class DecompressionStream {
  constructor(format: string);
  readable: ReadableStream;
  writable: WritableStream;
}
