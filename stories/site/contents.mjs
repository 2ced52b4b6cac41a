// The order of the pages, and where an element stands live in one. A guide that is not listed fails the build.
import { readFileSync } from 'node:fs';

/** Each title with its guides, as they are named in `stories/guides`. */
export const sections = [
  { title: 'Begin', guides: ['start', 'npx-voxreel', 'frameworks', 'server-rendering', 'troubleshooting'] },
  { title: 'Videos', guides: ['edit-videos', 'organizing-videos', 'prompt-help', 'references', 'notifications'] },
  {
    title: 'Voice',
    guides: ['voice-agent', 'tools', 'videos-by-voice', 'recording-and-replay', 'conversation-to-video', 'from-another-sdk'],
  },
  {
    title: 'Your server',
    guides: [
      'gateway',
      'gateway-node',
      'gateway-express',
      'gateway-hono',
      'gateway-edge',
      'gateway-proxy',
      'gateway-redis',
      'library',
      'library-operators',
      'delete-a-person',
      'operations',
    ],
  },
  { title: 'Look and language', guides: ['theming', 'languages'] },
  {
    title: 'Plugins',
    guides: ['write-a-provider', 'write-a-service', 'write-a-voice-service', 'write-a-transport', 'write-a-dialect', 'write-an-effect'],
  },
  { title: 'Trust', guides: ['guarantees', 'limits', 'privacy', 'security', 'csp', 'sizes', 'upgrading'] },
];

/** Guides that show an element at work, on the reader's own device or from a recording: no server. */
export const live = {
  start: ['video', 'voice'],
  'edit-videos': ['video'],
  'organizing-videos': ['video'],
  'write-a-provider': ['video'],
  theming: ['video'],
  'voice-agent': ['voice'],
  'recording-and-replay': ['voice'],
};

/** The page of Storybook with each kind of live element, for what the pages do not show. */
export const stories = { video: 'video-generator-results--docs', voice: 'realtime-voice-uses--docs' };

/** Pages of Storybook, each with the guide that explains it. */
export const storyPages = JSON.parse(readFileSync(new URL('story-pages.json', import.meta.url), 'utf8'));
