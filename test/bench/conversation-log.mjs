// A conversation as wire text: each turn is a spoken question with a late transcription, an answer in deltas, usage and limits.

const words = 'the path by the old mill is open but the upper bridge is wet after rain so take the lower one and mind the steps'.split(' ');
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of so many milliseconds of pcm16 at 24 kHz: 64 characters a millisecond. */
const base64Audio = (ms) => Array.from({ length: 64 * ms }, (_, n) => letters[(n * 7919) % 64]).join('');

/** What one other make calls the same events. */
const ga = {
  'response.text.delta': 'response.output_text.delta',
  'response.text.done': 'response.output_text.done',
  'response.audio.delta': 'response.output_audio.delta',
  'response.audio.done': 'response.output_audio.done',
  'response.audio_transcript.delta': 'response.output_audio_transcript.delta',
  'response.audio_transcript.done': 'response.output_audio_transcript.done',
  'conversation.item.created': 'conversation.item.added',
};

/**
 * @param {{ turns: number, audio: boolean, from?: number, deltas?: number, chunkMs?: number, dialect?: 'vendor' | 'openai-ga' }} options
 *   `from`: number of the first turn, so that logs can follow each other; `deltas`: of each answer.
 * @returns {string[]} one server event a line
 */
export function conversationLog({ turns, audio, from = 0, deltas = words.length, chunkMs = 100, dialect = 'vendor' }) {
  const lines = [];
  let previous = from === 0 ? null : `item_a${from - 1}`;
  const emit = (type, fields) =>
    lines.push(
      JSON.stringify({ event_id: `event_${from}_${lines.length}`, type: dialect === 'vendor' ? type : (ga[type] ?? type), ...fields }),
    );
  const partType = (type) => (dialect === 'vendor' ? type : `output_${type}`);
  const chunk = base64Audio(chunkMs);
  if (from === 0) {
    const session = { id: 'sess_1', type: 'realtime', object: 'realtime.session', model: 'm', input_audio_transcription: { model: 't' } };
    emit('session.created', { session });
  }
  for (let turn = from; turn < from + turns; turn++) {
    const question = `item_q${turn}`;
    const answer = `item_a${turn}`;
    const response = `resp_${turn}`;
    emit('input_audio_buffer.speech_started', { audio_start_ms: turn * 9000, item_id: question });
    emit('input_audio_buffer.speech_stopped', { audio_start_ms: turn * 9000 + 2000, audio_end_ms: turn * 9000 + 2000, item_id: question });
    emit('input_audio_buffer.committed', { previous_item_id: previous, item_id: question });
    const spoken = { type: dialect === 'vendor' ? 'audio' : 'input_audio', transcript: null };
    emit('conversation.item.created', {
      previous_item_id: previous,
      item: { id: question, object: 'realtime.item', type: 'message', status: 'completed', role: 'user', content: [spoken] },
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
    let text = '';
    for (let n = 0; n < deltas; n++) {
      const delta = `${words[n % words.length]} `;
      text += delta;
      emit(`response.${kind}.delta`, { ...at, delta });
      if (audio) emit('response.audio.delta', { ...at, delta: chunk });
    }
    emit('conversation.item.input_audio_transcription.completed', {
      item_id: question,
      content_index: 0,
      transcript: `How is the path, ${turn}?`,
    });
    if (audio) emit('response.audio.done', at);
    emit(`response.${kind}.done`, audio ? { ...at, transcript: text } : dialect === 'vendor' ? { ...at, delta: text } : { ...at, text });
    const part = audio ? { type: 'audio', transcript: text } : { type: 'text', text };
    emit('response.content_part.done', { ...at, part });
    const finished = { ...item, status: 'completed', content: [{ ...part, type: partType(part.type) }] };
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
