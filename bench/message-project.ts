import type { Project } from '@parlance/contracts';
import { fillProject } from './fill-project.ts';
import { messagesOf } from './messages.ts';

/** Fills an empty project with the same messages in each locale. The first locale is the source locale. */
export function fillMessages(
  databaseUrl: string,
  project: Project,
  keys: number,
  locales: readonly string[],
): Promise<void> {
  return fillProject(databaseUrl, project, locales, async (run) => {
    const messages = [...messagesOf(keys)];
    const names = messages.map(([name]) => name);
    const texts = messages.map(([, text]) => text);
    await run(
      `insert into translation_key (project_id, id, organization_id, name, name_hash, description, tags,
                                    created_at, updated_at)
       select $1, pg_temp.bench_id(m.k), $2, m.name, name_hash($1, m.name), '', '{}', now(), now()
       from unnest($3::text[]) with ordinality m(name, k)`,
      [project.id, project.organizationId, names],
    );
    await run(
      `insert into translation_value (project_id, locale_id, key_id, text, state, origin,
                                      source_version, change_id, checks, updated_at)
       select $1, l.id, pg_temp.bench_id(m.k),
              case when l.id = 1 then m.text else m.text || ' (' || l.code || ')' end,
              'translated', 'import', 0, pg_temp.bench_id(-1), 0, now()
       from unnest($2::text[]) with ordinality l(code, id), unnest($3::text[]) with ordinality m(text, k)`,
      [project.id, locales, texts],
    );
  });
}
