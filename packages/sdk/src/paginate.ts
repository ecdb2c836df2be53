import type { CallOptions, Envelope } from './types.ts';

export type PagedMethod<Input, Data> = (
  input: Input,
  options?: CallOptions,
) => Promise<Envelope<Data, { nextCursor: string | null }>>;

/** Iterates over all pages of a list. Each page is fetched when it is needed. */
export async function* paginatePages<Input extends object, Data>(
  method: PagedMethod<Input, Data>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Data, void, undefined> {
  let cursor: string | null = null;
  do {
    const page: Envelope<Data, { nextCursor: string | null }> = await method(
      cursor === null ? input : { ...input, cursor },
      options,
    );
    yield page.data;
    const { nextCursor } = page.meta;
    if (nextCursor !== null && nextCursor === cursor) {
      throw new Error('The list returned the same cursor twice');
    }
    cursor = nextCursor;
  } while (cursor !== null);
}

/** Iterates over all rows of a list: `for await (const key of paginate(client.i18n.keys.list, { projectId }))`. */
export async function* paginate<Input extends object, Row>(
  method: PagedMethod<Input, readonly Row[]>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  for await (const rows of paginatePages(method, input, options)) yield* rows;
}
