// A page with the client of ElevenLabs.
import { Conversation } from '@elevenlabs/client';

globalThis.talk = () =>
  Conversation.startSession({ agentId: 'bench', connectionType: 'websocket', origin: location.origin.replace('http', 'ws') });
