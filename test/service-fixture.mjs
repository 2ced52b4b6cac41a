// The local service (faults on) and its gateway, for the length of a test run; tests learn their addresses at /test-service.json, and what other
// makers' services were asked at /test-makers.json.

/** A test-runner server plugin. */
export function serviceFixture() {
  let services;
  return {
    name: 'service-fixture',
    async serverStart() {
      // An exception in here would end the run without a word.
      try {
        const { startServices } = await import('./services.mjs');
        services = await startServices();
      } catch (error) {
        console.error('The local service did not start:', error);
      }
    },
    async serverStop() {
      await services?.close();
    },
    serve(context) {
      if (context.path === '/test-makers.json') return { body: JSON.stringify(services?.asked ?? []), type: 'json' };
      if (context.path !== '/test-service.json') return undefined;
      return { body: JSON.stringify(services?.addresses ?? {}), type: 'json' };
    },
  };
}

/** Sources are asked for as they will be built (`new URL('./x.js', import.meta.url)`): answer with the TypeScript beside. */
export async function sourceOfBuilt(context, next) {
  if (/^\/src\/.*\.js$/.test(context.path)) context.url = context.url.replace(/\.js(?=$|\?)/, '.ts');
  return next();
}
