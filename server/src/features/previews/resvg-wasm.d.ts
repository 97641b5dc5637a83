/** The package's own types are not in its exports, and need the DOM. */
declare module '@resvg/resvg-wasm' {
  export function initWasm(program: Uint8Array<ArrayBuffer>): Promise<void>;
  export class Resvg {
    constructor(svg: string);
    render(): { asPng(): Uint8Array };
  }
}
