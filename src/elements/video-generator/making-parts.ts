// All that a click on Generate needs, and the gallery that shows what comes of it, asked for in one step.

export const loadMakingParts = (): Promise<unknown> =>
  Promise.all([
    import('./gallery/gallery.js'),
    import('../../core/video/queue/broadcast.js'),
    import('../../core/video/queue/task-runner.js'),
    import('../../core/video/queue/task-writes.js'),
    import('../../core/tabs/tab-locks.js'),
  ]);
