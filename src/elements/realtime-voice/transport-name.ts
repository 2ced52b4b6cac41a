// How a connection is called for people. Names of protocols are the same in every language.
const names: Readonly<Record<string, string>> = { webrtc: 'WebRTC', websocket: 'WebSocket' };

export const transportName = (id: string): string => names[id] ?? id;
