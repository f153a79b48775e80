// Bundled by npm run build: change it in dogclub/scripts
var n=(t,e=document)=>[...e.querySelectorAll(t)];var{clipboard:r}=navigator;async function a(t){let e=location.href.replace(/finish\/$/,"");return navigator.share?(await navigator.share({text:t,url:e}).catch(()=>{}),""):r.writeText(`${t}
${e}`).then(()=>"Copied",()=>"Cannot copy here")}for(let t of n("[data-share]")){let e=t.textContent;t.hidden=!("share"in navigator||r),t.setAttribute("aria-live","polite"),t.addEventListener("click",async()=>{t.textContent=await a(t.dataset.share??"")||e,setTimeout(()=>{t.textContent=e},4e3)})}
