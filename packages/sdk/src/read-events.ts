import type { ProjectEvent } from './contract.ts';

/**
 * Reads the events of a response to `client.events.stream({ projectId }, { raw: 'text/event-stream'
 * })`. To resume after the end of the stream, send the header `Last-Event-ID` with the `number` of
 * the last `change` or `reset` event. Leaving the loop closes the stream.
 */
export async function* readEvents(response: Response): AsyncGenerator<ProjectEvent, void, void> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) {
        if (line.startsWith('data: ')) data += line.slice(6);
        else if (line === '' && data !== '') {
          yield JSON.parse(data) as ProjectEvent;
          data = '';
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
