// The custom elements manifest as a module, made from the sources when Storybook starts: docs and controls need no build before.
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import type { Plugin } from 'vite';

const name = 'virtual:custom-elements';

export function customElements(): Plugin {
  return {
    name: 'custom-elements',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const argv = ['analyze', '--config', '.storybook/custom-elements-manifest.config.mjs'];
      return `export default ${JSON.stringify(await cli({ argv, noWrite: true }))}`;
    },
  };
}
