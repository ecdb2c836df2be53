import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { type RowQuery, similarQuery } from '../editor.queries.ts';

/** Offers a query that has rows in place of a query without rows, with the number of its rows. */
export function SimilarQuery({
  rows,
  onQuery,
}: {
  rows: RowQuery;
  onQuery(query: string, typed: boolean): void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery(similarQuery(rows));
  if (!data) return null;
  const { query, total } = data;
  return (
    <Button onPress={() => onQuery(query, false)}>
      {t('editor.empty.similar', { count: total, query })}
    </Button>
  );
}
