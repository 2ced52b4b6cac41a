// What the form needs as soon as it is on the page, asked for in one step.

export async function loadStudioParts() {
  const [{ createStudio, styles, takeModels }] = await Promise.all([
    import('./studio.js'),
    import('../../core/video/queue/queue.js'),
    import('../../core/video/queue/queue-service.js'),
    import('../../core/persistence/indexed-db.js'),
    import('../../core/drafts/metadata-fields.js'),
  ]);
  return { createStudio, styles, takeModels };
}
