// What OpenAI's newer events look like: tool servers and a person's word on their calls, pictures, several speakers, silence.
import { expect, oneEvent } from '@open-wc/testing';
import type { VoiceToolCallEvent } from 'voxreel';

import { createScriptedSession } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

async function talking(): Promise<Stage> {
  const session = createScriptedSession();
  const stage = await setStage({ lang: 'en' }, session);
  await session.connect();
  return stage;
}

const item = (fields: object) => ({ type: 'conversation.item.created', item: { status: 'completed', server_label: 'shop', ...fields } });
const order = { name: 'order_boots', arguments: '{"size":42}' };

describe('<realtime-voice> and tool servers', () => {
  it('shows which tools a server offers, while it is asked and when it does not say', async () => {
    const stage = await talking();
    stage.session.receive(item({ id: 'l', type: 'mcp_list_tools', status: 'in_progress' }));
    await stage.shows('.lines', 'Loading the tools of shop…');
    const content = ['find', 'order'].map((text) => ({ type: 'tool', text }));
    stage.session.receive(item({ id: 'l', type: 'mcp_list_tools', content }));
    await stage.shows('.tools summary', 'Tools of shop find, order');
    stage.session.receive({ type: 'mcp_list_tools.in_progress', item_id: 'k' }, { type: 'mcp_list_tools.failed', item_id: 'k' });
    await stage.shows('.lines .live', 'did not list its tools.');
    await expect(stage.element).to.be.accessible();
  });

  it('asks a person, by keyboard too, and keeps what they said', async () => {
    const stage = await talking();
    const call = { callId: 'q', ...order, server: 'shop' };
    const asked = oneEvent<VoiceToolCallEvent>(stage.element, 'voice-tool-call');
    stage.session.receive(item({ id: 'q', call_id: 'q', type: 'mcp_approval_request', ...order }));
    stage.session.receive({ type: 'local.tool', call_id: 'q', status: 'awaiting_approval' });
    stage.session.askApproval(call);
    const { server, name } = await asked;
    expect([server, name]).to.deep.equal(['shop', 'order_boots']);
    await stage.shows('.call', 'shop order_boots(42)');
    await expect(stage.element).to.be.accessible();
    const allow = stage.button('Allow order_boots');
    allow.focus();
    expect(stage.element.shadowRoot?.activeElement).to.equal(allow);
    allow.click();
    expect(stage.called('approveTool')).to.deep.equal([['q', true]]);
    stage.session.receive({ type: 'local.tool', call_id: 'q', status: 'completed' });
    await stage.shows('.call', 'allowed');
  });

  it('shows what came of a call, and why one failed', async () => {
    const stage = await talking();
    stage.session.receive(item({ id: 'm1', call_id: 'm1', type: 'mcp_call', ...order, output: '{"id":7}' }));
    stage.session.receive({ type: 'response.mcp_call.completed', item_id: 'm1' });
    await stage.shows('.call', 'done');
    await stage.shows('.output', '{"id":7}');
    stage.session.receive(item({ id: 'm2', call_id: 'm2', type: 'mcp_call', ...order, error: 'Sold out.' }));
    stage.session.receive({ type: 'response.mcp_call.failed', item_id: 'm2' });
    await stage.shows('[part~=tool-error]', 'Sold out.');
    await expect(stage.element).to.be.accessible();
  });
});

describe('<realtime-voice> and what is not only words', () => {
  const pictured = (url: string) => item({ id: 'u', type: 'message', role: 'user', content: [{ type: 'image', image_url: url }] });

  it('draws a picture, and names one that it cannot draw', async () => {
    const stage = await talking();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 20];
    const ink = canvas.getContext('2d');
    if (ink === null) throw new Error('no canvas');
    ink.fillStyle = 'rgb(200, 40, 40)';
    ink.fillRect(0, 0, 40, 20);
    stage.session.receive(pictured(canvas.toDataURL('image/png')));
    await waitUntil(() => stage.all('canvas.picture').length === 1, 'no picture is drawn');
    const shown = stage.find('canvas.picture');
    expect(shown.getAttribute('aria-label')).to.equal('Picture');
    if (!(shown instanceof HTMLCanvasElement)) throw new Error('no picture');
    expect([shown.width, shown.height]).to.deep.equal([40, 20]);
    ink.clearRect(0, 0, 40, 20);
    ink.drawImage(shown, 0, 0);
    expect([...ink.getImageData(5, 5, 1, 1).data]).to.deep.equal([200, 40, 40, 255]);
    await expect(stage.element).to.be.accessible();
  });

  it('asks no server for a picture, and shows no broken one', async () => {
    for (const url of ['https://elsewhere.example/p.png', 'data:image/png;base64,AAAA', 'data:image/svg+xml;base64,PHN2Zy8+']) {
      const stage = await talking();
      stage.session.receive(pictured(url));
      await stage.shows('.words .other', 'Picture');
      expect(stage.all('canvas.picture, img')).to.deep.equal([]);
    }
  });

  it('tells several speakers apart, and says when nobody spoke', async () => {
    const stage = await talking();
    const heard = (id: string, speaker: string, start: number, text: string) => ({
      type: 'conversation.item.input_audio_transcription.segment',
      item_id: 'u',
      id,
      speaker,
      start,
      text,
    });
    stage.session.receive(heard('s1', 'A', 0, 'Shall we'), heard('s2', 'A', 1, 'go?'));
    await stage.shows('.words', 'Shall we go?');
    expect(stage.all('.speaker')).to.deep.equal([]);
    stage.session.receive(heard('s3', 'B', 2, 'Yes.'));
    await stage.shows('.words', 'Speaker A Shall we go?Speaker B Yes.');
    stage.session.receive({ type: 'input_audio_buffer.timeout_triggered', item_id: 'v', audio_start_ms: 0, audio_end_ms: 6000 });
    await stage.shows('.lines', 'Silence');
  });

  it('speaks as long as the server says that it sends sound', async () => {
    const stage = await talking();
    stage.session.receive({ type: 'output_audio_buffer.started', response_id: 'r' });
    await waitUntil(() => stage.element.matches(':state(speaking)'), 'it does not speak');
    stage.session.receive({ type: 'output_audio_buffer.stopped', response_id: 'r' });
    await waitUntil(() => !stage.element.matches(':state(speaking)'), 'it still speaks');
  });
});
