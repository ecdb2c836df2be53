import type { EnginePreview, TranslationPreview } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { codeName } from '../../../lib/locale/code-name.ts';
import { sayFailure } from '../../../lib/problem.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import css from './guidance.module.css';
import { readableRequest } from './readable-request.ts';

/** The translations of a preview, side by side for each key, and the requests that each engine received. */
export function PreviewResult({
  preview: { keys, engines, sourceLocale, targetLocale },
}: {
  preview: TranslationPreview;
}) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {engines.map(({ engine, error }) =>
        error === null ? null : (
          <Notice key={engine} kind="problem">
            <bdi>{engine}</bdi>: {sayFailure(error)}
          </Notice>
        ),
      )}
      <ul className={css.results}>
        {keys.map(({ keyId, key, sourceText, text, isReviewed }) => (
          <li key={keyId}>
            <code dir="auto" className={css.key}>
              {key}
            </code>
            <dl className={css.texts}>
              <Text term={codeName(sourceLocale)} text={sourceText} language={sourceLocale} />
              {text !== null && (
                <Text
                  term={t(isReviewed ? 'guidance.approved' : 'guidance.current')}
                  text={text}
                  language={targetLocale}
                />
              )}
              {engines.map((engine) => (
                <Text
                  key={engine.engine}
                  term={engine.engine}
                  text={textOf(engine, keyId)}
                  language={targetLocale}
                />
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {engines.map(({ engine, requests, requestsOmitted }) =>
        requests.length === 0 ? null : (
          <details key={engine} className={css.shown}>
            <summary>{t('guidance.shown', { engine })}</summary>
            {requests.map((request, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the requests of a preview never change
              <pre key={index} lang="en" dir="ltr">
                {readableRequest(request)}
              </pre>
            ))}
            {requestsOmitted > 0 && <p>{t('guidance.omitted', { count: requestsOmitted })}</p>}
          </details>
        ),
      )}
    </div>
  );
}

const textOf = ({ texts }: EnginePreview, keyId: string): string | null =>
  texts.find((text) => text.keyId === keyId)?.text ?? null;

function Text({ term, text, language }: { term: string; text: string | null; language: string }) {
  return (
    <div>
      <dt>
        <bdi>{term}</bdi>
      </dt>
      <dd>
        <bdi lang={language}>{text ?? '—'}</bdi>
      </dd>
    </div>
  );
}
