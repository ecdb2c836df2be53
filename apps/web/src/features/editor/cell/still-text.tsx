import { tokenize } from '@parlance/messages';
import type { Drafts } from '../drafts/drafts.ts';
import { TokenText } from '../grid/text/token-text.tsx';
import fieldCss from './field/text-field.module.css';
import formsCss from './forms/forms.module.css';
import { hasBranches } from './forms/has-branches.ts';
import type { OpenCell } from './open-cell.ts';
import { Pair } from './pair.tsx';
import sourceCss from './source/source-text.module.css';

/** Shows an ordinary text and its source until its field is rendered. Renders nothing for a text with forms. */
export function StillText({ cells, drafts }: { cells: readonly OpenCell[]; drafts: Drafts }) {
  const { source, locale, dir, format, value, ...id } = cells[0]!;
  const text = drafts.stateOf({ ...id, locale }).text ?? value?.text ?? '';
  if (cells.length > 1 || [source.text, text].some(hasBranches)) return null;
  return (
    <Pair
      head={null}
      source={
        <p className={sourceCss.text}>
          <TokenText
            tokens={tokenize(source.text, format)}
            locale={source.locale}
            dir={source.dir}
          />
        </p>
      }
    >
      <div className={fieldCss.text}>
        <div className={formsCss.text}>
          <TokenText tokens={tokenize(text, format)} locale={locale} dir={dir} />
        </div>
      </div>
    </Pair>
  );
}
