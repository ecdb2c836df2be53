import { useContext, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isChip } from '../../codemirror/chip.ts';
import { Chip, type TokenTextProps } from '../../grid/text/token-text.tsx';
import { WorkspaceContext } from '../open-text.ts';
import { type FoundTerm, findTerms } from './find-terms.ts';
import css from './source-text.module.css';

/** The complete source text with its terms, for reading while its translation is written. */
export function SourceText({ tokens, locale, dir, example = null }: TokenTextProps) {
  const { terms } = useContext(WorkspaceContext);
  const element = useRef<HTMLParagraphElement>(null);
  // Only a scrolling text takes the focus, so that keys can scroll it. For other texts, it would be
  // an unnecessary tab stop.
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = element.current!;
    if (scrollHeight > clientHeight + 1) element.current!.tabIndex = 0;
    element.current!.toggleAttribute('data-scrolls', scrollHeight > clientHeight + 1);
  });
  let at = 0;
  return (
    <p ref={element} className={css.text} lang={locale} dir={dir}>
      {tokens.map((token) => {
        const key = at;
        at += token.source.length;
        if (isChip(token)) return <Chip key={key} token={token} example={example} />;
        return terms.length === 0 ? (
          token.source
        ) : (
          <WithTerms key={key} text={token.source} terms={findTerms(token.source, terms)} />
        );
      })}
    </p>
  );
}

function WithTerms({ text, terms }: { text: string; terms: readonly FoundTerm[] }) {
  const ends = [0, ...terms.map(({ end }) => end)];
  return (
    <>
      {terms.map((term, index) => (
        <span key={term.start}>
          {text.slice(ends[index], term.start)}
          <Term text={text.slice(term.start, term.end)} targets={term.targets} />
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

/** A term with its card. A press inserts its translation into the open text. */
function Term({ text, targets }: { text: string; targets: readonly string[] }) {
  const { t } = useTranslation();
  const { text: open } = useContext(WorkspaceContext);
  const target = targets[0] ?? text;
  return (
    <span className={css.place}>
      <button
        type="button"
        className={css.term}
        aria-label={t('cell.term.insert', { term: text, target })}
        // A click must not move the focus out of the text.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => open.current?.insert(target)}
      >
        <mark>{text}</mark>
      </button>
      <span className={css.card} aria-hidden="true">
        <strong dir="auto">{targets.length > 0 ? targets.join(' · ') : text}</strong>
        <span>{t(targets.length > 0 ? 'cell.term.hint' : 'cell.term.keep')}</span>
      </span>
    </span>
  );
}
