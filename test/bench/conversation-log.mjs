// A conversation as wire text: each turn is a spoken question with a late transcription, an answer in twenty-odd deltas, usage and limits.

const words = 'the path by the old mill is open but the upper bridge is wet after rain so take the lower one and mind the steps'.split(' ');

/**
 * @param {{ turns: number, audio: boolean, chunkMs?: number }} options
 * @returns {string[]} one server event a line
 */
export function conversationLog({ turns, audio, chunkMs = 100 }) {
  const lines = [];
  let count = 0;
  let previous = null;
  const emit = (type, fields) => lines.push(JSON.stringify({ event_id: `event_${(count += 1)}`, type, ...fields }));
  const chunk = Buffer.from(Array.from({ length: 48 * chunkMs }, (_, n) => (n * 7919) & 255)).toString('base64');
  emit('session.created', {
    session: {
      id: 'sess_1',
      object: 'realtime.session',
      model: 'm',
      modalities: ['text', 'audio'],
      input_audio_transcription: { model: 't' },
    },
  });
  for (let turn = 0; turn < turns; turn++) {
    const question = `item_q${turn}`;
    const answer = `item_a${turn}`;
    const response = `resp_${turn}`;
    emit('input_audio_buffer.speech_started', { audio_start_ms: turn * 9000, item_id: question });
    emit('input_audio_buffer.speech_stopped', { audio_start_ms: turn * 9000 + 2000, item_id: question });
    emit('input_audio_buffer.committed', { previous_item_id: previous, item_id: question });
    emit('conversation.item.created', {
      previous_item_id: previous,
      item: {
        id: question,
        object: 'realtime.item',
        type: 'message',
        status: 'completed',
        role: 'user',
        content: [{ type: 'audio', transcript: null }],
      },
    });
    emit('response.created', {
      response: { id: response, object: 'realtime.response', status: 'in_progress', status_details: null, output: [], usage: null },
    });
    const item = { id: answer, object: 'realtime.item', type: 'message', status: 'in_progress', role: 'assistant', content: [] };
    const at = { response_id: response, item_id: answer, output_index: 0, content_index: 0 };
    emit('response.output_item.added', { response_id: response, output_index: 0, item });
    emit('conversation.item.created', { previous_item_id: question, item });
    const kind = audio ? 'audio_transcript' : 'text';
    emit('response.content_part.added', { ...at, part: audio ? { type: 'audio', transcript: '' } : { type: 'text', text: '' } });
    for (const word of words) {
      emit(`response.${kind}.delta`, { ...at, delta: `${word} ` });
      if (audio) emit('response.audio.delta', { ...at, delta: chunk });
    }
    const text = `${words.join(' ')} `;
    emit('conversation.item.input_audio_transcription.completed', {
      item_id: question,
      content_index: 0,
      transcript: `How is the path, ${turn}?`,
    });
    const part = audio ? { type: 'audio', transcript: text } : { type: 'text', text };
    if (audio) emit('response.audio.done', at);
    emit(`response.${kind}.done`, audio ? { ...at, transcript: text } : { ...at, delta: text });
    emit('response.content_part.done', { ...at, part });
    const finished = { ...item, status: 'completed', content: [part] };
    emit('response.output_item.done', { response_id: response, output_index: 0, item: finished });
    const usage = { total_tokens: 90, input_tokens: 60, output_tokens: 30 };
    emit('response.done', {
      response: { id: response, object: 'realtime.response', status: 'completed', status_details: null, output: [finished], usage },
    });
    emit('rate_limits.updated', { rate_limits: [{ name: 'tokens', limit: 40_000, remaining: 39_000, reset_seconds: 12 }] });
    previous = answer;
  }
  return lines;
}
