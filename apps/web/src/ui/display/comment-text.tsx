import { type Mention, partsOfComment } from '../../lib/words/comment-parts.ts';
import css from './comment-text.module.css';

interface CommentTextProps {
  text: string;
  mentions: readonly Mention[];
  /** Replaces the name of a mentioned person who has deleted the account. */
  former: string;
}

/** A comment as plain text, with links and the names of mentioned people. */
export function CommentText(props: CommentTextProps) {
  return (
    <p className={css.text} dir="auto">
      <Parts {...props} />
    </p>
  );
}

/** The first lines of a comment in a list. A comment in the other text direction stays next to its heading. */
export function CommentExcerpt(props: CommentTextProps) {
  return (
    <p className={`${css.text} ${css.short}`}>
      <bdi>
        <Parts {...props} />
      </bdi>
    </p>
  );
}

function Parts({ text, mentions, former }: CommentTextProps) {
  return partsOfComment(text, mentions).map((part, index) => {
    // Parts have no identity, and a changed text replaces all of them.
    const key = `${index} ${part.kind}`;
    if (part.kind === 'mention') {
      return (
        <bdi key={key} className={css.mention}>
          @{part.name ?? former}
        </bdi>
      );
    }
    if (part.kind === 'text') return part.text;
    return (
      <a key={key} href={part.text} target="_blank" rel="nofollow noopener noreferrer">
        {part.text}
      </a>
    );
  });
}
