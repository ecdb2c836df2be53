import type { ProjectEvent } from './contract.ts';

/**
 * Reads the response of `client.events.stream({ projectId }, { raw: 'text/event-stream' })` event by event until the
 * stream ends. To continue after the end, call again with the `number` of the last `change` or `reset` in the header
 * `Last-Event-ID`. Leaving the loop closes the stream.
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
        // The other fields repeat parts of the data, and a line that begins with a colon is a heartbeat.
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
