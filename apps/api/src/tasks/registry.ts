import { sendMail } from './send-mail.ts';
import type { TaskDefinition } from './task.ts';

/** Every background task of the service. */
export const TASKS: readonly TaskDefinition[] = [sendMail];
