/** Sentences of user interfaces; `{}` stands for a placeholder, `<>`…`</>` for a tag around text. */
const SENTENCES = [
  'You have {} new messages.',
  'Delete {}?',
  'Are you sure that you want to delete {} from the {}?',
  'The {} could not be saved.',
  'Last changed {} ago by {}',
  'Welcome back, {}!',
  '{} invited you to the {}',
  '{} of {} files',
  'Click <>here</> to open the {}.',
  'Read the <>terms of service</> before you create a {}.',
  'Save the {}',
  "The '{}' is not in the list.",
  "The user's {} was removed (code {}).",
  'Upload a {} that is smaller than {}: {}',
  'Page {} / {}',
  'Loading {}...',
  'No {} found',
  '{}: {}',
  'Please enter your {} & password',
  'If you do not see the {}, <>try again</> in {} minutes.',
  'Search in {}…',
  'Do you have an account for {}?',
  'Your {} expires on {}, at {}.',
  'Copy {} to {}',
  'Settings of the {}',
];

const NOUNS = [
  'file',
  'folder',
  'message',
  'project',
  'user',
  'language',
  'document',
  'image',
  'address',
  'webhook',
  'password',
  'window',
  'day',
  'screenshot',
  'name',
  'team',
];

/** Returns some hundred different bodies, as `@parlance/messages` renders them for Apertium. */
export function makeUiBodies(): string[] {
  return SENTENCES.flatMap((sentence, row) =>
    NOUNS.map((noun, column) => {
      let blanks = 0;
      let tags = 0;
      let hasNoun = false;
      return sentence
        .replace(/[@]|(?<!<)\//g, '\\$&')
        .replace(/\{\}|<>|<\/>/g, (mark) => {
          if (mark === '<>') return `[<g${++tags}>]`;
          if (mark !== '{}') return `[</g${tags}>]`;
          // One of the gaps gets the noun, so that all bodies differ.
          if (!hasNoun && (row + column) % 2 === 0) {
            hasNoun = true;
            return noun;
          }
          return `[<x${blanks++}>]`;
        })
        .concat(hasNoun ? '' : ` ${noun}`);
    }),
  );
}
