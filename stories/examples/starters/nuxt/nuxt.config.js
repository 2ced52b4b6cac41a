const isCustomElement = (tag) => tag === 'video-generator' || tag === 'realtime-voice';

export default {
  app: { head: { title: 'voxreel', htmlAttrs: { lang: 'en' }, link: [{ rel: 'icon', href: '/icon.svg' }] } },
  compatibilityDate: '2026-11-01',
  css: ['~/page.css'],
  devtools: { enabled: false },
  features: { inlineStyles: false }, // the policy allows none
  hooks: {
    // The parts of the elements load when they are needed: languages, say, which Nuxt would all fetch in advance.
    'build:manifest'(files) {
      for (const file of Object.values(files)) file.prefetch = false;
    },
  },
  nitro: { preset: 'node-listener' },
  telemetry: false,
  vue: { compilerOptions: { isCustomElement } },
};
