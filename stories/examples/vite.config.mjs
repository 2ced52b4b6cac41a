// Serves the examples beside `npm start -- --name localhost:5173`: `npx vite stories/examples`, then /plain/, /react/, /vue/, /svelte/, /angular/.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';

const isOurs = (tag) => tag === 'video-generator' || tag === 'realtime-voice';

const gateway = 'http://127.0.0.1:8787';

export default {
  plugins: [vue({ template: { compilerOptions: { isCustomElement: isOurs } } }), svelte()],
  // The gateway answers on the page's own origin, sockets too.
  server: { proxy: { '/v1': { target: gateway, ws: true }, '/cdn': gateway } },
};
