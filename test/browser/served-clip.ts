// A video of the local service, with its sound.

export async function servedClip(format: string): Promise<Blob> {
  const { gateway }: { gateway: string } = await (await fetch('/test-service.json')).json();
  const tasks = `${gateway}/v1/video/generations`;
  const draft = {
    model: 'any',
    prompt: 'a lighthouse in a storm',
    duration: 1.5,
    width: 160,
    height: 90,
    response_format: format,
    metadata: { bgm: true },
  };
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(draft) };
  const { task_id }: { task_id: string } = await (await fetch(tasks, post)).json();
  for (;;) {
    const { status, url }: { status: string; url?: string } = await (await fetch(`${tasks}/${task_id}`)).json();
    if (status === 'succeeded' && url !== undefined) return (await fetch(url)).blob();
    if (status === 'failed') throw new Error('The service made no video.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
