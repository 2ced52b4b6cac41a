// For authors of plugins: `voxreel/testing`.
export { checkProvider } from './check-provider.js';
export type { ProviderFixtures } from './check-provider.js';
