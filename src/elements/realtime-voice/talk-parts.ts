// All that a click on Talk needs, asked for in one step: what only a loaded module names costs a round trip more.

export async function loadTalkParts() {
  const [{ ConversationController, prefetch, styles, takeModels }] = await Promise.all([
    import('./conversation-controller.js'),
    import('../../core/realtime/session/open-call.js'),
    import('../../core/realtime/session/prepare-call.js'),
  ]);
  return { ConversationController, prefetch, styles, takeModels };
}
