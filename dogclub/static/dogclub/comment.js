// Bundled by npm run build: change it in dogclub/scripts
var n=(t,r=document)=>r.querySelector(t);var e=n("textarea[maxlength]"),o=n("[data-left]");if(e&&o){let t=()=>{o.textContent=`${e.maxLength-e.value.length} of ${e.maxLength} characters left`};e.addEventListener("input",t),t()}
