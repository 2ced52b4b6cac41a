import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'video-generator' || tag === 'realtime-voice';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
