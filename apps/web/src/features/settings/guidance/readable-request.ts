/**
 * Returns a request body in a form that people can read. Line breaks in strings become real line breaks, and JSON in
 * strings, such as in a prompt, becomes indented JSON.
 */
export function readableRequest(body: string): string {
  try {
    const indented = JSON.stringify(JSON.parse(body, takeApart), null, 2);
    return indented.replace(/(?<!\\)\\n/g, '\n');
  } catch {
    return body;
  }
}

function takeApart(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/^\{.*\}$/s.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
