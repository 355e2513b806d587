/** The part of WebAssembly's API that is used here; Node's types leave it to the browser's. */
declare namespace WebAssembly {
  type ModuleImports = Record<string, unknown>;
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, ModuleImports>,
  ): Promise<{ instance: Instance }>;
}
