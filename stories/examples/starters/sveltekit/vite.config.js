import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';

// src/hooks.server.js completes the policy.
export default { plugins: [sveltekit({ adapter: adapter(), csp: { mode: 'nonce', directives: { 'script-src': ['self'] } } })] };
