declare module 'virtual:custom-elements' {
  const manifest: object;
  export default manifest;
}
declare module '@custom-elements-manifest/analyzer/cli.js' {
  export function cli(options: { readonly argv: readonly string[]; readonly noWrite: boolean }): Promise<object>;
}
