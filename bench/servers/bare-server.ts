import { createServer, type RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { placeOfValue } from '../../apps/api/src/db/ids/value-id.ts';
import type { BareAnswer } from './fork-bare.ts';

/**
 * A bare `node:http` server: the minimum cost of what the service does. With BARE_ANSWER it sends fixed bytes. Otherwise
 * it has ten connections: `PATCH …/projects/:projectId/values/:valueId` writes a value and its history, and MORE_ROWS
 * rows besides; `GET /:projectId/:keyId` reads the window of rows after a key.
 */
const ROWS = 200;
const { BARE_ANSWER, DATABASE_URL, MORE_ROWS = '0' } = process.env;
const server = createServer(
  BARE_ANSWER === undefined ? serveContent() : serveAnswer(JSON.parse(BARE_ANSWER) as BareAnswer),
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send!(typeof address === 'object' && address ? address.port : 0);
});

function serveAnswer({ body, headers, etag }: BareAnswer): RequestListener {
  const bytes = Buffer.from(body, 'base64');
  const pairs = Array.from({ length: headers.length / 2 }, (_, at) =>
    headers.slice(2 * at, 2 * at + 2),
  );
  // The 304 responses of the service have all headers except those that describe a body.
  const notModified = pairs.filter(([name]) => !name!.startsWith('Content-')).flat();
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, notModified).end();
      return;
    }
    response.writeHead(200, headers).end(bytes);
  };
}

function serveContent(): RequestListener {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  return async (request, response) => {
    const [projectId, collection, id] = request.url!.split('/').slice(-3) as [
      string,
      string,
      string,
    ];
    let data: unknown;
    if (request.method === 'PATCH') {
      const { text } = (await json(request)) as { text: string };
      await saveValue(pool, projectId, id, text);
      data = { id, text };
    } else data = await readWindow(pool, collection, id);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ data, meta: {} }));
  };
}

/** Writes a value and its history: two statements in a transaction, and a third one for further rows. */
async function saveValue(
  pool: pg.Pool,
  projectId: string,
  valueId: string,
  text: string,
): Promise<void> {
  const { keyId, localeId } = placeOfValue(valueId);
  const place = [projectId, localeId, keyId];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into value_history (project_id, locale_id, key_id, version, text, state, origin,
                                  source_version, change_id, at)
       select project_id, locale_id, key_id, version, text, state, origin, source_version, change_id,
              updated_at
       from translation_value where project_id = $1 and locale_id = $2 and key_id = $3
       for no key update`,
      place,
    );
    await client.query(
      `update translation_value set text = $4, version = version + 1, updated_at = now()
       where project_id = $1 and locale_id = $2 and key_id = $3`,
      [...place, text],
    );
    if (MORE_ROWS !== '0') {
      await client.query(
        `insert into bare_row (project_id, id, text, at)
         select $1, gen_random_uuid(), $2, now() from generate_series(1, $3)`,
        [projectId, text, MORE_ROWS],
      );
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function readWindow(pool: pg.Pool, projectId: string, after: string): Promise<unknown[]> {
  const { rows } = await pool.query({
    name: 'bare_rows',
    text: `select k.id, k.name, k.description, k.tags, v.locale_id, v.text, v.state, v.version, v.updated_at
           from (select * from translation_key where project_id = $1 and archived_at is null and id > $2
                 order by id limit ${ROWS}) k
           left join translation_value v on v.project_id = $1 and v.key_id = k.id
           order by k.id, v.locale_id`,
    values: [projectId, after],
  });
  return rows;
}
