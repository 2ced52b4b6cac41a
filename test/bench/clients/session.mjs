// A page with our session, without an element.
globalThis.talk = async () => {
  const { createRealtimeSession } = await import('/cdn/core.js');
  const { latency } = Object.fromEntries(new URLSearchParams(location.search));
  const session = createRealtimeSession({
    baseUrl: location.origin,
    model: 'bench',
    transports: ['websocket'],
    workletUrl: '/cdn',
    ...(latency === undefined ? {} : { audio: { latency } }),
  });
  globalThis.session = session;
  await session.connect();
  await session.setMicrophone(true);
};
