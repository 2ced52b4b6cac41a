// Conversations as a storage keeps them.

export const keptMessage = (id: string, text: string, role = 'user') => ({
  type: 'conversation.item.created',
  event_id: `kept_${id}`,
  item: { id, type: 'message', role, status: 'completed', content: [{ type: 'text', text }] },
});

/** Of nobody, with no messages unless `more` has them. */
export const keptConversation = (id: string, more: object = {}) => ({
  kind: 'conversation',
  version: 2,
  id,
  user: '',
  agent: '',
  service: 'http://service.test',
  model: 'm',
  time: '',
  times: {},
  pending: [],
  ...more,
});
