import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguageText } from '../../ui/form/use-language-text.ts';
import { projectLocalesQuery } from './people.queries.ts';

/** Returns the locales that are chosen for a member or a webhook, and those that are offered. */
export function useMemberLocales(
  organizationId: string,
  initial: readonly string[] | null = null,
  projectId: string | null = null,
) {
  const { data } = useQuery(projectLocalesQuery(organizationId, projectId));
  const [chosen, setChosen] = useState<readonly string[]>(initial ?? []);
  const other = useLanguageText();
  return {
    /** Codes of the locales of projects, and of the chosen ones. */
    offered: [...new Set([...(data ?? []), ...(initial ?? [])])],
    chosen,
    other: other.field,
    choose: setChosen,
    /**
     * Returns the chosen locales. Returns null for all locales, and undefined if the text in the
     * field for another language is not a language.
     */
    read(): string[] | null | undefined {
      if (other.field.value.trim() === '') return chosen.length === 0 ? null : [...chosen];
      const code = other.read();
      return code === null ? undefined : [...new Set([...chosen, code])];
    },
  };
}

export type MemberLocales = ReturnType<typeof useMemberLocales>;
