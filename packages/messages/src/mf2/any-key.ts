/** Option that stands for `*` of MessageFormat 2, if the selector also has the key `other`. */
export const ANY_KEY = '*';
