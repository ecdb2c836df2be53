import { hasSourceTexts } from '@parlance/config';
import type { FaultyFile } from '@parlance/contracts';
import { Failure } from '../../../../errors.ts';
import { describeFaulty, type ReadFile } from './read-files.ts';

interface SkippingInput {
  readonly files: readonly ReadFile[];
  readonly faulty: readonly FaultyFile[];
  readonly skipsFaulty: boolean;
  readonly sourceLocale: string;
}

/**
 * Maximum number of files that are left out because they cannot be written. After each of them, the
 * whole folder is written again.
 */
const MOST_LEFT_OUT = 10;

/**
 * Runs `work`, which writes the files of a folder. If it finds a fault in a file that could be read,
 * such as a locale that no project can have, and the import leaves out faulty files, runs it again
 * without that file.
 * @throws the error of the next file after {@link MOST_LEFT_OUT}
 */
export async function leavingOutUnwritable<Input extends SkippingInput, Result>(
  input: Input,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  let { files, faulty } = input;
  for (let left = MOST_LEFT_OUT; ; left--) {
    try {
      return await work({ ...input, files, faulty });
    } catch (error) {
      const fault = faultOf(error);
      const at = files.findIndex(({ path }) => path === (fault?.file ?? fault?.path));
      const mayLeaveOut = input.skipsFaulty && left > 0 && files.length > 1;
      if (!mayLeaveOut || !fault || at < 0) throw error;
      const { path, locale } = files[at]!;
      const isSource = hasSourceTexts({ locale }, input.sourceLocale);
      files = files.toSpliced(at, 1);
      faulty = [...faulty, describeFaulty(path, fault, isSource)].sort((a, b) =>
        a.path < b.path ? -1 : 1,
      );
    }
  }
}

const faultOf = (error: unknown) =>
  error instanceof Failure && /^(content_invalid|validation_failed)$/.test(error.code)
    ? error.errors[0]
    : undefined;
