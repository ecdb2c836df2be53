import { createServer } from 'node:http';
import pg from 'pg';

const ROWS = 200;

/**
 * A bare `node:http` server that reads a window of rows with one statement and sends it as JSON: the minimum cost of a
 * window. It serves `/<project id>/<key id where the window starts>`.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const server = createServer(async (request, response) => {
  const [, projectId, after] = request.url!.split('/');
  const { rows } = await pool.query({
    name: 'bare_rows',
    text: `select k.id, k.name, k.description, k.tags, v.locale_id, v.text, v.state, v.version, v.updated_at
           from (select * from translation_key where project_id = $1 and archived_at is null and id > $2
                 order by id limit ${ROWS}) k
           left join translation_value v on v.project_id = $1 and v.key_id = k.id
           order by k.id, v.locale_id`,
    values: [projectId, after],
  });
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ data: rows, meta: {} }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send!(typeof address === 'object' && address ? address.port : 0);
});
