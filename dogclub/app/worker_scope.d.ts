/** What `worker.py` puts before the script. */
declare const VERSION: string;
declare const SHELL: string[];
declare const OFFLINE: string;
declare const SIGN_OUT: string;
