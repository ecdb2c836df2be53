import account from '../en/account.json';
import { addEnglish } from '../setup.ts';

addEnglish(account);
